-- The tables of release 0.2.0, which migration 0034 creates. Never change this file: add a migration.

-- Accounts

create table account (
    account_id uuid primary key,
    name text not null,
    created_at timestamptz not null default now(),
    revision integer not null default 0,
    deleted_at timestamptz,
    applied_revision integer,
    suspended_until timestamptz,
    moderator boolean not null default false
);
create index account_name on account (name, account_id) where deleted_at is null;
create index account_unapplied on account (account_id) where applied_revision is distinct from revision;

create table handle (
    handle text primary key,
    account_id uuid not null,
    released_at timestamptz
);
create index handle_account on handle (account_id);

create table token (
    token_id uuid primary key,
    account_id uuid not null references account,
    digest bytea not null unique,
    created_at timestamptz not null default now(),
    name text not null default '',
    scopes text[] not null default '{account,play,read}',
    game_id uuid,
    expires_at timestamptz,
    parent_id uuid references token on delete cascade
);
create index ix_token_account_id on token (account_id);
create index token_parent on token (parent_id) where parent_id is not null;

create table block (
    account_id uuid references account,
    blocked_id uuid references account,
    made_at timestamptz not null default now(),
    primary key (account_id, blocked_id)
);

-- Games

create table game (
    game_id uuid primary key,
    status text not null,
    seats smallint not null,
    rules jsonb not null,
    created_by uuid not null references account,
    sandbox boolean not null,
    source jsonb,
    version integer not null,
    turn smallint not null,
    to_move smallint,
    outcome text,
    reason text,
    score smallint,
    idle_limit_s integer not null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    moved_at timestamptz,
    finished_at timestamptz,
    private boolean not null default false,
    revision integer not null default 0,
    counted_as text,
    head bytea,
    open_until timestamptz not null default now() + interval '1 day',
    hidden boolean not null default false,
    reveal_until timestamptz,
    constraint game_status check (status in ('open', 'running', 'ended'))
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
create index game_created on game (status, created_at, game_id) where not sandbox and not private;
create index game_finished on game (finished_at, game_id) where status = 'ended' and not sandbox and not private;
create index game_imported on game (created_by, game_id) where source is not null;
create index game_listed on game (((source is not null)::integer), finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_alike on game (
    ((source is not null)::integer), (rules ->> 'edition'), (rules ->> 'multicolor'), seats, outcome,
    finished_at, game_id) where status = 'ended' and not sandbox and not private;
create index game_listed_edition on game (((source is not null)::integer), (rules ->> 'edition'), finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_multicolor on game (
    ((source is not null)::integer), (rules ->> 'multicolor'), finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_outcome on game (((source is not null)::integer), outcome, coalesce(score, -1), game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_result on game (((source is not null)::integer), outcome, finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_score on game (((source is not null)::integer), coalesce(score, -1), game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_seats on game (((source is not null)::integer), seats, finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_listed_variant on game (((source is not null)::integer), (rules ->> 'variant'), finished_at, game_id)
    where status = 'ended' and not sandbox and not private;
create index game_made_edition on game ((rules ->> 'edition'), created_at, game_id)
    where not sandbox and not private and source is null;
create index game_made_multicolor on game ((rules ->> 'multicolor'), created_at, game_id)
    where not sandbox and not private and source is null;
create index game_made_seats on game (seats, created_at, game_id)
    where not sandbox and not private and source is null;
create index game_made_variant on game ((rules ->> 'variant'), created_at, game_id)
    where not sandbox and not private and source is null;
create index game_newest on game (created_at, game_id) where not sandbox and not private and source is null;
create index game_open on game (created_by) where status = 'open';
create index game_running on game (started_at) where status = 'running';
create index game_uncounted on game (finished_at, game_id) where status = 'ended' and counted_as is null;

-- The planner has no statistics about members of the JSON column `rules` by default.
create statistics game_alike_counts (mcv)
    on (rules ->> 'edition'), (rules ->> 'multicolor'), seats, outcome from game;
alter statistics game_alike_counts set statistics 1000;
create statistics game_score_counts on (coalesce(score, -1)) from game;

create table seat (
    game_id uuid references game,
    seat smallint,
    account_id uuid references account,
    name text,
    bot text,
    entropy text,
    game_created_at timestamptz,
    game_finished_at timestamptz,
    game_score smallint,
    entropy_commitment bytea,
    reveal bytea,
    constraint seat_holder check ((account_id is null) <> (name is null)),
    primary key (game_id, seat),
    unique (game_id, account_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
-- Without this, the planner overestimates the seats per game, and reads all accounts to find their names.
alter table seat alter column game_id set (n_distinct = -0.3);
create index seat_created on seat (account_id, game_created_at, game_id);
create index seat_finished on seat (account_id, game_finished_at, game_id) where game_finished_at is not null;
create index seat_named on seat (lower(name), game_id) where account_id is null and bot is null;
create index seat_score on seat (account_id, game_score, game_id) where game_finished_at is not null;

create table event (
    game_id uuid references game,
    version integer,
    kind smallint not null,
    seat smallint,
    target smallint,
    value smallint,
    data jsonb,
    at timestamptz,
    primary key (game_id, version)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table deal (
    game_id uuid primary key references game,
    deck bytea,
    salt bytea not null,
    secret bytea,
    holder_salts bytea
);

create table core_record (
    game_id uuid primary key references game,
    digest bytea not null,
    key bytea not null,
    signature bytea not null
);

create table rendition (
    game_id uuid references game,
    name text,
    packed bytea not null,
    made_at timestamptz not null default now(),
    primary key (game_id, name)
);
alter table rendition alter column packed set storage external; -- it is already compressed

create table invitation (
    game_id uuid references game,
    digest bytea,
    invited_by uuid not null references account,
    expires_at timestamptz not null,
    made_at timestamptz not null default now(),
    account_id uuid references account,
    primary key (game_id, digest)
);
create index invitation_account on invitation (account_id, made_at) where account_id is not null;
create index invitation_sender on invitation (invited_by, made_at);

create table message (
    game_id uuid references game,
    message_id uuid,
    seat smallint not null,
    remark text,
    text text,
    at timestamptz not null default now(),
    primary key (game_id, message_id)
);

-- Texts and branches of players and readers

create table note (
    game_id uuid references game,
    account_id uuid references account,
    anchor text,
    shared boolean not null,
    revision integer not null,
    history jsonb not null,
    primary key (game_id, account_id, anchor)
);
create index note_account on note (account_id);

create table comment (
    game_id uuid references game,
    comment_id uuid,
    account_id uuid not null references account,
    anchor text not null,
    text text not null,
    at timestamptz not null default now(),
    hidden boolean not null default false,
    primary key (game_id, comment_id)
);
create index comment_at on comment (game_id, at, comment_id);
create index comment_of_account on comment (account_id, at);

create table branch (
    game_id uuid references game,
    branch_id uuid,
    account_id uuid not null references account,
    version integer not null,
    title text,
    seat smallint,
    deck bytea,
    events jsonb not null,
    outcome text,
    reason text,
    score smallint,
    created_at timestamptz not null default now(),
    hidden boolean not null default false,
    seed integer,
    constraint branch_deal check ((seat is null) = (deck is null)),
    primary key (game_id, branch_id)
);
create index branch_account on branch (account_id, game_id);

create table review_session (
    game_id uuid references game,
    session_id uuid,
    made_by uuid not null references account,
    leader uuid references account,
    place text not null,
    card smallint,
    messages jsonb not null default '[]',
    version integer not null default 1,
    led_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    muted jsonb not null default '[]',
    primary key (game_id, session_id)
);
create index review_session_made on review_session (made_by);

-- Moderation

create table moderation_action (
    action_id uuid primary key,
    account_id uuid references account,
    action text not null,
    target text not null,
    reason text not null,
    before text,
    after text,
    at timestamptz not null default now()
);
create index moderation_action_at on moderation_action (at, action_id);
create index moderation_action_target on moderation_action (target, at, action_id);

create table report (
    report_id uuid primary key,
    account_id uuid not null references account,
    about text not null,
    reason text not null,
    text text,
    at timestamptz not null default now(),
    closed_at timestamptz
);
create index report_account on report (account_id, at);
create index report_at on report (at, report_id) where closed_at is null;
create unique index report_open on report (account_id, about) where closed_at is null;

-- Responses for retries, the clock of the database, and signing keys

create table answer (
    key_digest bytea primary key,
    request_digest bytea not null,
    status smallint not null,
    content bytea not null,
    kept_until timestamptz not null
);
create index ix_answer_kept_until on answer (kept_until);

create table clock (
    id smallint primary key,
    seen_at timestamptz not null,
    steady_since timestamptz not null
);
insert into clock values (1, now(), '-infinity');

create table signing_key (
    public_key bytea primary key,
    seed bytea,
    made_at timestamptz not null default now(),
    retired_at timestamptz
);
create unique index signing_key_in_use on signing_key ((true)) where seed is not null;

-- The log of commitments

create table log_entry (
    game_id uuid,
    kind smallint,
    secret_commitment bytea not null,
    head bytea,
    secret bytea,
    at timestamptz not null default now(),
    position bigint,
    primary key (game_id, kind)
);
create index log_entry_position on log_entry (position) where position is not null;
create index log_entry_waiting on log_entry (kind) where position is null;

create table log_hash (
    position bigint,
    level smallint,
    hash bytea not null,
    primary key (position, level)
);

create table log_head (
    id smallint primary key,
    size bigint not null,
    root bytea not null,
    at timestamptz not null,
    key bytea not null,
    signature bytea not null
);

-- Statistics and analysis

create table rollup (
    account_id uuid,
    days smallint,
    since date,
    kind text,
    edition text,
    multicolor text,
    seats smallint,
    outcome text,
    strikeout boolean,
    score smallint,
    games integer not null,
    solved integer not null default 0,
    decided integer not null default 0,
    winnable integer not null default 0,
    looked_back integer not null default 0,
    lost_by_deal float8 not null default '0',
    lost_by_draws float8 not null default '0',
    lost_by_choice float8 not null default '0',
    primary key (account_id, days, since, kind, edition, multicolor, seats, outcome, strikeout, score)
);

create table solution (
    game_id uuid primary key references game,
    solver smallint not null,
    attempts smallint not null,
    packed bytea,
    seconds float8,
    made_at timestamptz not null default now(),
    deal_lower smallint,
    deal_upper smallint,
    highest smallint
);

create table hindsight (
    game_id uuid primary key references game,
    solver smallint not null,
    attempts smallint not null,
    packed bytea,
    seconds float8,
    made_at timestamptz not null default now(),
    lost_by_deal float8,
    lost_by_draws float8,
    lost_by_choice float8
);

create table solved_position (
    digest bytea primary key,
    question text not null,
    solver smallint not null,
    attempts smallint not null,
    packed bytea,
    seconds float8,
    made_at timestamptz not null default now()
);
create index solved_position_made on solved_position (made_at);

create table puzzle_search (
    game_id uuid primary key references game,
    solver smallint not null,
    attempts smallint not null,
    packed bytea,
    seconds float8,
    made_at timestamptz not null default now()
);

create table puzzle (
    game_id uuid references game,
    version smallint,
    puzzle_id uuid not null,
    seats smallint not null,
    theme text not null,
    level text not null,
    difficulty smallint not null,
    score smallint not null,
    packed bytea not null,
    finished_at timestamptz not null,
    found_at timestamptz not null default now(),
    primary key (game_id, version)
);
create index puzzle_by_id on puzzle (puzzle_id);
create index puzzle_listed on puzzle (finished_at, puzzle_id);
create index puzzle_listed_seats on puzzle (seats, finished_at, puzzle_id);

-- Webhooks

create table webhook (
    webhook_id uuid primary key,
    account_id uuid not null references account,
    url text not null,
    events text[] not null,
    secret bytea not null,
    description text,
    enabled boolean not null,
    created_at timestamptz not null default now(),
    disabled_reason text,
    disabled_at timestamptz,
    failing_since timestamptz,
    unreachable smallint not null,
    paused_until timestamptz,
    slow boolean not null default false
);
create index ix_webhook_account_id on webhook (account_id);

create table webhook_game (
    game_id uuid references game,
    account_id uuid references account,
    seat smallint not null,
    version integer not null,
    looked_at timestamptz not null default now(),
    ended_at timestamptz,
    has_message boolean not null default false,
    primary key (game_id, account_id)
);
create index webhook_game_account on webhook_game (account_id);
create index webhook_game_message on webhook_game (game_id) where has_message;
create index webhook_game_running on webhook_game (game_id) where ended_at is null;

create table webhook_delivery (
    webhook_id uuid references webhook,
    delivery_id uuid,
    type text not null,
    body text not null,
    created_at timestamptz not null default clock_timestamp(),
    status text not null,
    attempts smallint not null,
    attempted_at timestamptz,
    next_attempt_at timestamptz default now(),
    response_status smallint,
    error text,
    primary key (webhook_id, delivery_id)
);
create index webhook_delivery_listed on webhook_delivery (webhook_id, created_at, delivery_id);
create index webhook_delivery_old on webhook_delivery (created_at);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, created_at) where status = 'waiting';
