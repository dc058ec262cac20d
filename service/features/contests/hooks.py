"""What contests give to the house."""

from typing import Final
from uuid import UUID

from service.core.common_values import ContestId
from service.core.feature import Call, Exported, Hooks, Owned, Told
from service.core.people.tokens import Caller
from service.features.contests import (
    arenas,
    contests,
    dealt_tables,
    ended_accounts,
    results,
    sealed_decks,
    sealing,
    team_invitations,
    teams,
)
from service.features.contests.problem_words import PROBLEMS
from service.features.contests.rendering.exported import ExportedEntry
from service.features.contests.tables import Contest, ContestMember
from service.features.contests.team_invitations import TeamInvitation
from service.features.contests.teams import EntryOfAccount
from service.platform import ids, timestamps
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Items, Object

__all__ = ["HOOKS"]


def _told(invitation: TeamInvitation) -> Told:
    """Return what webhooks send. Of a team that was withdrawn and enters again, they send nothing more."""
    contest = ids.render("x", invitation.contest_id)
    data = {
        "contest": contest,
        "entry": ids.render("e", invitation.entry_id),
        "expires_at": timestamps.rfc3339(invitation.expires_at),
        "links": {"contest": f"/v1/contests/{contest}"},
    }
    return Told(f"{invitation.contest_id} {invitation.inviter_id}", invitation.made_at, data)


_INVITED: Final = Call(
    type="contest-invited",
    about="Another account has named it for its team in a contest.",
    schema="service.features.contests.rendering.team_invitations:ReceivedTeamInvitation",
    addressed="select account_id, entry_id from contest_member where entry_id = any(%(ids)s) and not confirmed",
    lately="""
        select m.account_id, m.entry_id
          from contest_member m join contest_entry e on e.contest_id = m.contest_id and e.entry_id = m.entry_id
         where e.created_at > now() - make_interval(secs => %(since_s)s)
           and m.account_id = any(%(accounts)s) and not m.confirmed
    """,
    found=team_invitations.of_account,
    id_of=lambda invitation: invitation.entry_id,
    told=_told,
    member="contest_invited",
    member_about="The teams in contests that wait for the caller to confirm.",
)


def _announced(caller: Caller) -> list[UUID]:
    return contests.announced_by(caller.account_id)


def _teams(caller: Caller) -> list[EntryOfAccount]:
    return teams.with_account(caller.account_id)


HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(Owned(Contest.created_by), Owned(ContestMember.account_id)),
    apart=ended_accounts.are_apart,
    merging=ended_accounts.move_in_texts,
    account_ends=ended_accounts.withdraw_teams,
    chores={
        "open_seals": Chore(sealing.open_all_due, "opened the seals of {} decks"),
        "log_results": Chore(results.log_due, "logged the results of {} contests"),
        "renew_arenas": Chore(arenas.renew, "announced {} arenas"),
    },
    started=arenas.announce_missing,
    calls=(_INVITED,),
    refuse_pause=dealt_tables.refuse_pause,
    refuse_deck=sealed_decks.require_not_played,
    refuse_record=sealed_decks.require_no_sealed_record,
    exported={
        "contests": Exported(Items(ContestId(), "The contests that the account has announced."), _announced, Contest),
        "contest_entries": Exported(
            Items(Object(ExportedEntry), "The teams of contests that the account was named for."),
            _teams,
            ContestMember,
        ),
    },
)
