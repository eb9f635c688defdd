import type pg from 'pg'

/**
 * False for a board that is being removed (workers/board-removal.ts): its tables are emptied one after the other, so they need not agree.
 */
const stands = (board: string): string => `exists (select from boards k where k.id = ${board} and k.deleted_at is null)`

/** Invariants of the database at any moment, also after any kill. Each statement returns the rows that break it. */
export const invariants = {
  'seq is gapless from 1 to the last_seq of the board': `
    select b.id, b.last_seq, a.activities, a.first, a.last from boards b,
      lateral (select count(*) as activities, min(seq) as first, max(seq) as last from activities a where a.board_id = b.id) a
    where (a.activities, coalesce(a.first, 1), coalesce(a.last, 0)) is distinct from (b.last_seq, 1, b.last_seq) and b.deleted_at is null`,

  'activity ids ascend with seq, and their times never step back': `
    select board_id, seq, id, before from (
      select board_id, seq, id, created_at, lag(id) over o as before, lag(created_at) over o as before_at
      from activities window o as (partition by board_id order by seq)
    ) a where before >= id or before_at > created_at`,

  "a board's last_activity_id is that of its last activity": `
    select b.id, b.last_activity_id, a.id as last from boards b left join activities a on a.board_id = b.id and a.seq = b.last_seq
    where b.last_activity_id is distinct from a.id and b.deleted_at is null`,

  'each hash of the log follows from its activity and the hash before it': `
    select a.board_id, a.seq, a.id from boards b join (
      select board_id, seq, id, verb, actor_id, card_id, created_at, hash, payload_hash, lag(hash) over (partition by board_id order by seq) as before
      from activities) a on a.board_id = b.id and a.seq <= b.hashed_seq
    where a.hash is distinct from sha256(convert_to(concat_ws(e'\\n', coalesce(encode(a.before, 'hex'), repeat('0', 64)), a.id, a.seq, a.verb,
        a.actor_id, coalesce(a.card_id::text, ''), to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        encode(a.payload_hash, 'hex')), 'UTF8'))
      and b.deleted_at is null`,

  'the log of a board has hashes up to its hashed_seq, of which last_hash is the last, and none behind it': `
    select b.id, b.hashed_seq, b.last_seq from boards b left join activities a on a.board_id = b.id and a.seq = b.hashed_seq
    where b.deleted_at is null and (b.hashed_seq > b.last_seq or b.last_hash is distinct from a.hash
      or exists (select from activities x where x.board_id = b.id and x.seq > b.hashed_seq and (x.hash is not null or x.payload_hash is not null)))`,

  'card numbers are unique on a board and at most its last_card_number': `
    select c.board_id, c.number, count(*) as cards from cards c join boards b on b.id = c.board_id
    group by c.board_id, c.number, b.last_card_number having count(*) > 1 or c.number > b.last_card_number or c.number < 1`,

  'ranks are unique in a list, on a board and on a card': `
    select 'cards' as of, list_id as within, rank from cards group by board_id, list_id, rank having count(*) > 1
    union all select 'lists', board_id, rank from lists group by board_id, rank having count(*) > 1
    union all select 'checklist_items', card_id, rank from checklist_items group by card_id, rank having count(*) > 1`,

  'the counters on a card are the counts of its rows': `
    select c.id, c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count, i.total, i.done, m.comments, a.attachments
    from cards c,
      lateral (select count(*) as total, count(i.done_at) as done from checklist_items i where i.card_id = c.id) i,
      lateral (select count(*) as comments from comments m where m.card_id = c.id and m.deleted_at is null) m,
      lateral (select count(*) as attachments from attachments a where a.card_id = c.id) a
    where (c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count)
      is distinct from (i.total, i.done, m.comments, a.attachments)`,

  'a file is kept exactly when an attachment, an import or a picture names it': `
    select f.key, f.kept from files f
    where f.kept <> (exists (select from attachments a where f.key in (a.file_key, a.small_key, a.large_key))
      or exists (select from removed_attachments r where f.key in (r.file_key, r.small_key, r.large_key))
      or exists (select from imports i where i.file_key = f.key)
      or exists (select from avatars p where p.file_key = f.key))`,

  'the search index has the texts of all cards and no other text, except for texts that wait to be indexed': `
    select coalesce(s.part_id, t.part_id) as part_id from (
      select id as card_id, id as part_id, setweight(words_of(title), 'A') || setweight(words_of(description), 'B') as words from cards
      union all select card_id, id, setweight(words_of(body), 'C') from comments where deleted_at is null
    ) s full join card_texts t using (card_id, part_id)
    where s.words is distinct from t.words and not exists (select from unread_texts u where u.part_id = coalesce(s.part_id, t.part_id))
      and not exists (select from unread_texts u where u.part_id = case when s.part_id is null then t.card_id end)`,

  'an agent has at most one live session on a card': `
    select card_id, agent_actor_id, count(*) as live from sessions where ended_at is null
    group by card_id, agent_actor_id having count(*) > 1`,

  'a session has ended_at exactly when it has ended, and a question exactly when it awaits input': `
    select id, state, ended_at, question from sessions
    where (ended_at is not null) <> (state in ('done', 'error')) or (question is not null) <> (state = 'awaiting_input')
      or (question_due_at is not null) <> (question ->> 'defaultOption' is not null)`,

  'the ids of session events ascend in time, and last_event_id is the greatest': `
    select s.id, s.last_event_id, e.last, e.stepped_back from sessions s left join (
      select session_id, max(id::text)::uuid as last, bool_or(before_at > created_at) as stepped_back from (
        select session_id, id, created_at, lag(created_at) over (partition by session_id order by id) as before_at from session_events
      ) o group by session_id
    ) e on e.session_id = s.id where (e.last is distinct from s.last_event_id or e.stepped_back) and ${stands('s.board_id')}`,

  'the session shown on a card belongs to that card': `
    select c.id, c.latest_session_id from cards c left join sessions s on s.id = c.latest_session_id and s.card_id = c.id
    where c.latest_session_id is not null and s.id is null`,

  // An agent is one for as long as its owner is.
  'each board has an admin who is a person': `
    select b.id from boards b where not exists (
        select from members m join actors a on a.id = m.actor_id where m.board_id = b.id and m.role = 'admin' and a.kind = 'human')
      and b.deleted_at is null and not exists (select from imports i where i.board_id = b.id and i.state = 'running')`,

  'a board that is deleted, or whose import is not done, has no members': `
    select b.id, m.actor_id from boards b join members m on m.board_id = b.id left join imports i on i.board_id = b.id
    where b.deleted_at is not null or i.state <> 'done'`,

  'a finished import has one entry in the log of its board, and an unfinished one has none': `
    select i.id, i.state, count(a.id) as told from imports i
    left join activities a on a.board_id = i.board_id and a.verb = 'board.imported' and a.payload ->> 'importId' = i.id::text
    where ${stands('i.board_id')} group by i.id, i.state having count(a.id) <> case i.state when 'done' then 1 else 0 end`,

  'an assignment is open and due as its card is': `
    select a.card_id, a.actor_id from card_assignees a join cards c on c.id = a.card_id
    where a.is_open <> (c.completed_at is null and c.archived_at is null) or a.due_at is distinct from c.due_at`,

  // Except for boards under import, which get their members at the end, and for the remains of deleted ones.
  'people and agents that have a card are members of its board': `
    select a.* from (select a.board_id, a.actor_id, 'assignee' as as_what from card_assignees a
      where not exists (select from members m where m.board_id = a.board_id and m.actor_id = a.actor_id)
    union all select c.board_id, c.delegate_actor_id, 'delegate' from cards c
      where c.delegate_actor_id is not null and not exists (select from members m where m.board_id = c.board_id and m.actor_id = c.delegate_actor_id)
    union all select i.board_id, i.assignee_actor_id, 'checklist' from checklist_items i
      where i.assignee_actor_id is not null and not exists (select from members m where m.board_id = i.board_id and m.actor_id = i.assignee_actor_id)
    ) a join boards b on b.id = a.board_id where b.deleted_at is null
      and not exists (select from imports i where i.board_id = b.id and i.state = 'running')`,

  'each notified person or agent is or was a member of the board': `
    select n.id, n.actor_id, n.board_id from notifications n
    where ${stands('n.board_id')} and not exists (select from members m where m.board_id = n.board_id and m.actor_id = n.actor_id)
      and not exists (select from boards b where b.id = n.board_id and b.created_by = n.actor_id)
      and not exists (select from activities a where a.board_id = n.board_id and a.verb = 'member.added' and a.payload ->> 'actorId' = n.actor_id::text)
      and n.reason <> 'agent_requested'`,

  'each notification is of an activity of its board, at most once per actor': `
    select n.actor_id, n.activity_id, count(*) as rows from notifications n
    left join activities a on a.board_id = n.board_id and a.id = n.activity_id
    where ${stands('n.board_id')} group by n.actor_id, n.activity_id having count(*) > 1 or count(a.id) <> count(*)`,

  'an activity is mailed at most once to each person, and to people only': `
    select q.actor_id, q.activity_id, count(*) as rows from notification_mails q
    left join activities a on a.board_id = q.board_id and a.id = q.activity_id
    left join actors r on r.id = q.actor_id and r.kind = 'human'
    where ${stands('q.board_id')} group by q.actor_id, q.activity_id having count(*) > 1 or count(a.id) <> count(*) or count(r.id) <> count(*)`,

  'each due date has at most one reminder, and only open cards wait for one': `
    select card_id, payload ->> 'dueAt' as due_at, count(*) as reminders from activities where verb = 'card.due_soon'
      group by 1, 2 having count(*) > 1
    union all select id, remind_due_at::text, 0 from cards
      where remind_due_at is not null and (remind_due_at is distinct from due_at or completed_at is not null or archived_at is not null)`,

  'a pending delivery has its subscription, and its activity unless it is a ping': `
    select d.id, d.board_id, d.seq from deliveries d
    left join activities a on a.board_id = d.board_id and a.seq = d.seq
    left join webhooks w on w.id = d.webhook_id
    where d.state = 'pending' and ((a.id is null and d.pinged_by is null) or w.id is null)`,

  'a delivery is finished exactly when it is no longer pending': `
    select id, state, finished_at from deliveries where (state = 'pending') <> (finished_at is null)`,

  'a removed integration has no live token, subscription, secret or agent, and each other integration has its own': `
    select i.id, i.status from integrations i join actors a on a.id = i.actor_id,
      lateral (select count(*) filter (where t.actor_id = i.actor_id) as own, count(*) as tokens from tokens t
        where t.integration_id = i.id and t.revoked_at is null) t,
      lateral (select count(*) as webhooks, count(*) filter (where w.active) as active from webhooks w where w.integration_id = i.id) w,
      lateral (select count(*) as secrets from integration_secrets s where s.integration_id = i.id) s
    where case when i.status = 'removed' then t.tokens + w.active + s.secrets > 0 or a.deactivated_at is null
      else t.own <> 1 or w.webhooks <> 1 or a.deactivated_at is not null end`,

  'the token of an integration is limited to its board': `
    select t.id, i.board_id, t.scopes from tokens t join integrations i on i.id = t.integration_id
    where array(select s from unnest(t.scopes) s where s like 'board:%') <> array['board:' || i.board_id]`,

  'an OAuth access token is for an agent of the person who gave the grant, and has only scopes that OAuth can grant': `
    select g.id, g.scopes, t.id as token_id from oauth_grants g join actors a on a.id = g.agent_actor_id
    left join tokens t on t.oauth_grant_id = g.id
    where a.owner_actor_id is distinct from g.human_actor_id or g.scopes && array['admin', 'tokens:write', 'members:write']
      or t.scopes && array['admin', 'tokens:write', 'members:write'] or (t.id is not null and g.connected_at is null)
      or t.actor_id <> g.agent_actor_id or t.minted_by_actor_id <> g.human_actor_id`,

  'a revoked grant has ended, and so has each token that was issued for it': `
    select g.id from oauth_grants g where g.revoked_at is not null and (g.expires_at > g.revoked_at
      or exists (select from tokens t where t.oauth_grant_id = g.id and t.revoked_at is null)
      or exists (select from oauth_refresh_tokens r where r.grant_id = g.id and r.expires_at > g.revoked_at))`,

  'rules run once for each activity, in the order of the log, and not beyond its end': `
    select m.board_id, m.seq, b.last_seq from automations m join boards b on b.id = m.board_id where m.seq > b.last_seq
    union all select r.board_id, a.seq, m.seq from rule_runs r join activities a on a.board_id = r.board_id and a.id = r.activity_id
      join automations m on m.board_id = r.board_id where a.seq > m.seq
    union all select r.board_id, count(*), 0 from rule_runs r where r.activity_id is not null
      group by r.board_id, r.rule_id, r.activity_id having count(*) > 1
    union all select board_id, first_seq, before from (
      select board_id, first_seq, lag(last_seq) over (partition by board_id order by last_seq) as before from rule_runs where last_seq is not null
    ) r where before >= first_seq`,

  'a rule that acted has one entry in the log, among the entries of its actions': `
    select r.id from rule_runs r where r.state <> 'skipped' and ${stands('r.board_id')} and not exists (
      select from activities a where a.board_id = r.board_id and a.verb = 'rule.run' and a.payload ->> 'runId' = r.id::text
        and a.seq between r.first_seq and r.last_seq)
    union all select r.id from rule_runs r where (r.state = 'skipped') <> (r.first_seq is null) or (r.state = 'skipped') <> (r.reason is not null)`,

  'a rule that has failed ten times in a row is off, and a board with rules has an automation account': `
    select id from rules where enabled and failures_in_a_row >= 10
    union all select r.id from rules r left join automations m on m.board_id = r.board_id where m.board_id is null`,

  // A card that has left a board may be deleted with its new board; the log of the first one stays.
  'every row belongs to the board of its card and has a parent': `
    select 'list' as what, l.id from lists l left join boards b on b.id = l.board_id where b.id is null
    union all select 'member', m.actor_id from members m left join boards b on b.id = m.board_id left join actors a on a.id = m.actor_id
      where b.id is null or a.id is null
    union all select 'card', c.id from cards c left join lists l on l.board_id = c.board_id and l.id = c.list_id where l.id is null
    union all select 'assignee', a.card_id from card_assignees a left join cards c on c.board_id = a.board_id and c.id = a.card_id where c.id is null
    union all select 'checklist item', i.id from checklist_items i left join cards c on c.board_id = i.board_id and c.id = i.card_id where c.id is null
    union all select 'comment', m.id from comments m left join cards c on c.board_id = m.board_id and c.id = m.card_id where c.id is null
    union all select 'comment of no session', m.id from comments m left join sessions s on s.id = m.session_id
      where m.session_id is not null and s.id is null
    union all select 'attachment', a.id from attachments a left join cards c on c.board_id = a.board_id and c.id = a.card_id where c.id is null
    union all select 'removed attachment', a.id from removed_attachments a left join cards c on c.board_id = a.board_id and c.id = a.card_id
      where c.id is null or exists (select from attachments b where b.id = a.id)
    union all select 'link', l.id from links l left join cards c on c.board_id = l.board_id and c.id = l.card_id
      left join integrations i on i.board_id = l.board_id and i.id = l.integration_id where c.id is null or i.id is null
    union all select 'session', s.id from sessions s left join cards c on c.board_id = s.board_id and c.id = s.card_id where c.id is null
    union all select 'session event', e.id from session_events e left join sessions s on s.board_id = e.board_id and s.id = e.session_id where s.id is null
    union all select 'activity', a.id from activities a left join boards b on b.id = a.board_id left join actors x on x.id = a.actor_id
      where b.id is null or x.id is null
    union all select 'activity of no card', a.id from activities a left join cards c on c.id = a.card_id where a.card_id is not null and c.id is null
      and not exists (select from activities m where m.board_id = a.board_id and m.card_id = a.card_id
        and (m.verb = 'card.deleted' or m.payload ->> 'toBoardId' is not null))
    union all select 'delivery', d.id from deliveries d left join webhooks w on w.id = d.webhook_id where w.id is null
    union all select 'web session', s.id from web_sessions s left join actors a on a.id = s.actor_id where a.id is null
    union all select 'token', t.id from tokens t left join actors a on a.id = t.actor_id where a.id is null
    union all select 'ledger row of no actor', l.actor_id from ledger l left join actors a on a.id = l.actor_id where a.id is null`,
} as const

export type Invariant = keyof typeof invariants

const shownRows = 5

/**
 * Tables are read whole, however long it takes; the service forbids itself both. Not joined row by row: before the first ANALYZE the planner
 * takes large tables for small ones.
 */
const beginLooking = `begin isolation level repeatable read read only; set local statement_timeout = 0; set local enable_seqscan = on;
  set local enable_nestloop = off`

/** Every invariant that does not hold in this database, with the first rows that break it; empty when all is well. One snapshot. */
export async function brokenInvariants(client: pg.ClientBase, onProgress?: (done: number, total: number) => void): Promise<string[]> {
  await client.query(beginLooking)
  try {
    return await brokenNow(client, onProgress)
  } finally {
    await client.query('rollback')
  }
}

/** The same, within a transaction that has begun. */
export async function brokenNow(client: pg.ClientBase, onProgress: (done: number, total: number) => void = () => {}): Promise<string[]> {
  const broken: string[] = []
  const names = Object.keys(invariants) as Invariant[]
  for (const [at, name] of names.entries()) {
    const rows = await breaches(client, name)
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`)
    onProgress(at + 1, names.length)
  }
  return broken
}

/** The first rows that break one invariant. */
export async function breaches(client: pg.ClientBase, name: Invariant): Promise<unknown[]> {
  return (await client.query(`select * from (${invariants[name]}) breaches limit ${shownRows}`)).rows
}
