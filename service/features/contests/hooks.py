"""What contests give to the house."""

from typing import Final
from uuid import UUID

from sqlalchemy import exists, func, select, update
from sqlalchemy.orm import Session, aliased

from service.core.common_values import ContestId
from service.core.feature import Call, Exported, Hooks, Owned, Told
from service.features.contests import (
    arenas,
    contests,
    dealt_tables,
    results,
    sealed_decks,
    sealing,
    team_invitations,
    teams,
)
from service.features.contests.problem_words import PROBLEMS
from service.features.contests.rendering.of_accounts import ExportedEntry
from service.features.contests.tables import Contest, ContestDeck, ContestEntry, ContestMember, ContestTable
from service.features.contests.team_invitations import TeamInvitation
from service.platform import ids, timestamps
from service.platform.database.ids_in_json import keep_once, replace
from service.platform.jobs.chore import Chore
from service.platform.wire.field_types import Items, Object


def _withdraw_teams(changes: Session, account_id: UUID) -> None:
    """Withdraw the teams of an account that have begun nothing, from contests that are not over."""
    of_entry = (ContestTable.contest_id == ContestEntry.contest_id) & (ContestTable.entry_id == ContestEntry.entry_id)
    changes.execute(
        update(ContestEntry)
        .where(
            ContestEntry.entry_id.in_(select(ContestMember.entry_id).where(ContestMember.account_id == account_id)),
            ContestEntry.withdrawn_at.is_(None),
            ~exists().where(of_entry, ContestTable.game_id.is_not(None)),
            exists().where(ContestDeck.contest_id == ContestEntry.contest_id, ContestDeck.unsealed_at.is_(None)),
        )
        .values(withdrawn_at=func.now())
        .execution_options(synchronize_session=False)
    )


def _are_apart(changes: Session, first: UUID, second: UUID) -> bool:
    """Return True if both accounts take part in one contest, which would then have one player twice."""
    member = aliased(ContestMember)
    entered = select(ContestMember.seat).join(member, member.contest_id == ContestMember.contest_id)
    both = entered.where(ContestMember.account_id == first, member.account_id == second)
    return changes.scalar(both.limit(1)) is not None


def _move_in_texts(changes: Session, old: UUID, new: UUID) -> None:
    """Replace an account among those that are invited, once, and among those that are ready."""
    keep_once(changes, Contest.invited, old, new)
    for column in (Contest.invited, ContestTable.ready):
        replace(changes, column, old, new)


def _told(invitation: TeamInvitation) -> Told:
    """Return what webhooks send. They send nothing more about a team that was withdrawn and enters again."""
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
    schema="service.features.contests.rendering.of_accounts:ReceivedTeamInvitation",
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


HOOKS = Hooks(
    problems=PROBLEMS,
    owned=(Owned(Contest.created_by), Owned(ContestMember.account_id)),
    apart=_are_apart,
    merging=_move_in_texts,
    merge_ends=sealed_decks.mark_importer,
    account_ends=_withdraw_teams,
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
        "contests": Exported(
            Items(ContestId(), "The contests that the account has announced."), contests.announced_by, Contest
        ),
        "contest_entries": Exported(
            Items(Object(ExportedEntry), "The teams of contests that the account was named for."),
            teams.with_account,
            ContestMember,
        ),
    },
)
