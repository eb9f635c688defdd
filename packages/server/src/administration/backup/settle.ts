import type pg from 'pg'

export type Settling = { keepWebhooks: boolean; revokeTokens: boolean }
export type Settled = {
  sessionsEnded: number
  deliveriesCanceled: number
  webhooksPaused: number
  tokensRevoked: number
  mailsDropped: number
}

/**
 * Ends everything that must not continue after a restore: sign-ins, links that set passwords, and queued mails and deliveries, which the
 * service may have sent after the backup was made.
 */
export async function settle(client: pg.Client, { keepWebhooks, revokeTokens }: Settling): Promise<Settled> {
  const count = async (text: string) => (await client.query(text)).rowCount ?? 0
  const sessionsEnded = await count('delete from web_sessions')
  for (const table of ['socket_tickets', 'password_resets']) await count(`delete from ${table}`)
  const mailsDropped = (await count('delete from mails')) + (await count('delete from notification_mails'))
  const deliveriesCanceled = await count(
    `update deliveries set state = 'canceled', finished_at = now(), last_error = 'restored from a backup' where state = 'pending'`,
  )
  return {
    sessionsEnded,
    mailsDropped,
    deliveriesCanceled,
    webhooksPaused: keepWebhooks ? 0 : await pauseWebhooks(count),
    tokensRevoked: revokeTokens ? await revoke(count) : 0,
  }
}

type Count = (text: string) => Promise<number>

async function pauseWebhooks(count: Count): Promise<number> {
  await count(`update integrations set status = 'disabled', updated_at = now() where status = 'active'`)
  return count(`update webhooks set active = false where active`)
}

/** An integration keeps its own token, without which it cannot work; its page gives it another. The tokens that it holds for people end. */
async function revoke(count: Count): Promise<number> {
  await count('update oauth_refresh_tokens set expires_at = least(expires_at, now())')
  await count('update oauth_grants set revoked_at = now(), expires_at = least(expires_at, now()) where revoked_at is null')
  await count('delete from person_links where claimed_at is null')
  return count(`update tokens set revoked_at = now() where revoked_at is null
    and not exists (select from integrations i where i.id = tokens.integration_id and i.actor_id = tokens.actor_id)`)
}

/** Takes every text into the index anew, as where another release of PostgreSQL folds words in another way. */
export async function readTextsAgain(client: pg.Client): Promise<void> {
  await client.query('truncate card_texts, search_words, unread_texts')
  await client.query(`insert into unread_texts (card_id, part_id) select id, id from cards
    union all select card_id, id from comments where deleted_at is null`)
}
