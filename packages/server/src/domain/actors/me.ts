import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { update } from '../../db/writes.ts'
import { type HandlerOf, prepared, type Steps } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { done } from '../../kernel/reply.ts'
import { changes } from '../changes.ts'
import { releaseHeld } from '../notifications/quiet.ts'
import { lockBoardsOf } from './boards-of.ts'
import { type FoundAvatar, findAvatar, type ProfileDeps, profileChanges, putPicture, recordProfile, saveProfile } from './profile.ts'
import { actorOnWire, ownActorOnWire } from './record.ts'

/** The caller itself, and others by handle. Specification: service §4, decisions §2. */
const readActor = sql<ActorRow>('select * from actors where id = $1')
const readByHandle = sql<ActorRow>('select * from actors where handle = $1')
const writeOwn = update(actors, { key: ['id'], set: ['timezone', 'locale'] })

export const readMe: HandlerOf<'me.get'> = async (read) => {
  const row = await read.row(readActor, [read.principal.actorId])
  if (!row) throw refusal('accountGone')
  return { ...ownActorOnWire(row), auth: authOf(read.principal) }
}

function authOf({ credential, grant }: Principal) {
  if (credential.method === 'session') return { method: 'session' as const, tokenId: null, scopes: null, boardId: null }
  const [only, ...more] = grant?.leash ?? []
  return {
    method: 'token' as const,
    tokenId: credential.id,
    scopes: [...credential.scopes],
    boardId: more.length === 0 ? (only ?? null) : null,
  }
}

/** Time zone and locale are private: they are recorded on no board. */
export function updateMe(deps: ProfileDeps): Steps<'me.update'> {
  return prepared<'me.update', FoundAvatar>(
    (read, input) => findAvatar(deps, read, input.avatarUrl),
    async (act, input, found) => {
      if (found.refusal) throw found.refusal
      const actorId = act.principal?.actorId ?? ''
      const before = await act.row(readActor, [actorId])
      if (!before) throw refusal('accountGone')
      const profile = await profileChanges(act, before, input)
      const own = changes(before, { timezone: input.timezone, locale: input.locale })
      const after = { ...before, ...profile?.columns, ...own?.columns }
      act.audit({ detail: { changed: [...Object.keys(profile?.columns ?? {}), ...Object.keys(own?.columns ?? {})] } })
      if (own) act.send(writeOwn(after))
      if (profile) {
        const boards = await lockBoardsOf(act, actorId)
        if (profile.columns.avatarUrl !== undefined) await putPicture(act, actorId, found.key)
        saveProfile(act, actorId, after)
        recordProfile(boards, actorId, profile.payload)
      }
      // Last, because queued mails are deleted together with their board, under its lock.
      if (own?.columns.timezone !== undefined) releaseHeld(act, actorId)
      return done(ownActorOnWire(after))
    },
  )
}

export const findActor: HandlerOf<'actor.find'> = async (read, input) => {
  const row = await read.row(readByHandle, [input.handle])
  if (!row) throw refusal('handleUnknown', { handle: input.handle })
  return actorOnWire(row)
}
