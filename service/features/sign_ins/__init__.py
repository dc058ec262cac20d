"""Other ways to sign in: passkeys, recovery codes and links to devices."""
