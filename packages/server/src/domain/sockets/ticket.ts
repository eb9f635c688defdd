import { refusal } from '@tandem/contract'
import { socketTickets } from '../../db/tables/accounts/socket-tickets.ts'
import { insertInto } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newSecret } from '../../kernel/common/secrets.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'

const insertTicket = insertInto(socketTickets, ['hash', 'method', 'credentialId', 'expiresAt'])

const ticketMs = 30_000

/**
 * Makes a ticket for the socket: browsers cannot set the header of a handshake. It lasts 30 s and works once.
 * Specification: service §4 and §5, decisions §5, reliability C5.
 */
export const makeTicket: HandlerOf<'socket.ticket'> = async (act) => {
  if (!act.principal) throw refusal('signInFirst')
  const { method, id } = act.principal.credential
  if (method === 'system' || method === 'mail') throw refusal('signInFirst')
  const ticket = newSecret()
  const expiresAt = iso(Date.parse(act.now) + ticketMs)
  act.send(insertTicket({ hash: hashOfSecret(ticket), method, credentialId: id, expiresAt }))
  return { ticket, expiresAt }
}
