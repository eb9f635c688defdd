import type { TandemError } from '@tandem/contract'
import type { Reader } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { update } from '../../db/writes.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { type Changes, changes } from '../changes.ts'
import { refuseTakenHandle } from './new-actor.ts'

/** What everyone sees of an actor: its owner or itself changes it, and each of its boards hears of it. Specification: decisions §2. */
type Profile = Pick<ActorRow, 'name' | 'handle' | 'avatarUrl'>
export type ProfileInput = { name?: string | undefined; handle?: string | undefined; avatarUrl?: string | null | undefined }
export type ProfileDeps = { outbound: Outbound }
/** Why the address of an avatar cannot be taken, found out before the transaction. */
export type AvatarRefusal = TandemError | null

const writeProfile = update(actors, { key: ['id'], set: ['name', 'handle', 'avatarUrl'] })

/** The difference that the input makes, or null. Throws conflict when the handle is taken. */
export async function profileChanges(reader: Reader, actor: ActorRow, input: ProfileInput): Promise<Changes<Profile> | null> {
  const { name, handle, avatarUrl } = actor
  const changed = changes<Profile>({ name, handle, avatarUrl }, { name: input.name, handle: input.handle, avatarUrl: input.avatarUrl })
  if (changed?.columns.handle !== undefined) await refuseTakenHandle(reader, changed.columns.handle)
  return changed
}

/**
 * To be called under the locks of the actor's boards. A handle is a key: writing one waits for every transaction that has made a row of
 * this actor, such as a notification, and those hold a board.
 */
export function saveProfile(act: Pick<PrivateAct, 'send'>, actorId: string, profile: Profile): void {
  act.send(writeProfile({ ...profile, id: actorId }))
}

export function recordProfile(boards: readonly Mutation<'member.profile_changed'>[], actorId: string, changed: Changes<Profile>): void {
  for (const board of boards) board.record('member.profile_changed', { actorId, ...changed.payload })
}
