"""The routes of passkeys, recovery codes and links to devices."""
