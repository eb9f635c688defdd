import type pg from 'pg'

/** A step of a delivery: it was queued, claimed for a try, handed back without one, or a try was settled (delivered, or to be tried again). */
export type Step = {
  deliveryId: string
  webhookId: string
  step: 'queued' | 'claimed' | 'returned' | 'settled'
  state: string
  attempts: number
  /** For a claim, the time at which it was due; for other steps, the time at which the delivery is due next. */
  dueMs: number
  /** The time of the write. */
  atMs: number
  transaction: string
}

/**
 * The rows of `deliveries` say how often each was attempted, not when. Triggers record the times in a schema of their own. They distinguish
 * the statements of the service by the columns that these set; a renewal of a lease sets neither.
 */
export async function recordAttempts(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema rig;
    create table rig.steps (at bigserial, delivery_id uuid, webhook_id uuid, step text, state text, attempts int, due_at timestamptz,
      written_at timestamptz default clock_timestamp(), transaction xid8 default pg_current_xact_id());
    create function rig.note() returns trigger language plpgsql as $$ begin
      insert into rig.steps (delivery_id, webhook_id, step, state, attempts, due_at) values (new.id, new.webhook_id, tg_argv[0], new.state,
        new.attempts, case when tg_argv[0] = 'claimed' then old.next_attempt_at else new.next_attempt_at end);
      return null;
    end $$;
    create trigger rig_queued after insert on deliveries for each row execute function rig.note('queued');
    create trigger rig_claimed after update of attempts on deliveries for each row when (new.attempts > old.attempts)
      execute function rig.note('claimed');
    create trigger rig_returned after update of attempts on deliveries for each row when (new.attempts < old.attempts)
      execute function rig.note('returned');
    create trigger rig_settled after update of last_status on deliveries for each row when (new.attempts = old.attempts) execute function rig.note('settled')`)
}

/** In the order in which they were written. */
export async function stepsOf(client: pg.ClientBase): Promise<Step[]> {
  const ms = (column: string) => `extract(epoch from ${column})::float * 1000`
  const { rows } = await client.query<Step>(`select delivery_id as "deliveryId", webhook_id as "webhookId", step, state, attempts,
      ${ms('due_at')} as "dueMs", ${ms('written_at')} as "atMs", transaction::text from rig.steps order by at`)
  return rows
}
