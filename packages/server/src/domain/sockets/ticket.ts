import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newSecret } from '../../kernel/common/secrets.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'

/** The way into the socket for who can set no header: browsers. Specification: service §4 and §5, decisions §5, reliability C5. */
const insertTicket = sql('insert into socket_tickets (hash, method, credential_id, expires_at) values ($1, $2, $3, $4)')

const ticketMs = 30_000

export const makeTicket: HandlerOf<'socket.ticket'> = async (act) => {
  if (!act.principal) throw new TandemError('unauthorized', 'Sign in first.')
  const { method, id } = act.principal.credential
  const ticket = newSecret()
  const expiresAt = iso(Date.parse(act.now) + ticketMs)
  act.send(insertTicket, [hashOfSecret(ticket), method, id, expiresAt])
  return { ticket, expiresAt }
}
