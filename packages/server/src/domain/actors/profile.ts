import { refusal, TandemError } from '@tandem/contract'
import type { Reader } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { avatars } from '../../db/tables/accounts/avatars.ts'
import { files } from '../../db/tables/service/files.ts'
import { deleteFrom, pick, returning, update, write } from '../../db/writes.ts'
import type { PublicRead } from '../../kernel/handlers.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { type Outbound, refusalOf } from '../../outbound/outbound.ts'
import { type Changes, changes } from '../changes.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { refuseTakenHandle } from './new-actor.ts'
import type { Pictures } from './pictures.ts'

/**
 * The public profile of an actor, changed by the actor or its owner. Each of its boards records the change. Specification: decisions §2.
 */
type Profile = Pick<ActorRow, 'name' | 'handle' | 'avatarUrl'>
export type ProfileInput = {
  name?: string | undefined
  handle?: string | undefined
  avatarUrl?: string | null | undefined
  ifName?: string | undefined
  ifHandle?: string | undefined
}
export type ProfileDeps = { outbound: Outbound; pictures: Pictures }
/** The result of fetching an avatar's address before the transaction: the refusal, or the key of the picture found there. */
export type FoundAvatar = { refusal: TandemError | null; key: string | null }

const writeProfile = update(actors, { key: ['id'], set: ['name', 'handle', 'avatarUrl'] })
const writePicture = write(
  pick(avatars, ['actorId', 'fileKey']),
  ({ actorId, fileKey }) => `insert into avatars (actor_id, file_key) values (${actorId}, ${fileKey})
  on conflict (actor_id) do update set file_key = excluded.file_key`,
)
const deletePicture = deleteFrom(avatars, { key: ['actorId'] })
/** Updates no row when the sweep has deleted the file. */
const keepFile = write(
  pick(files, ['key']),
  ({ key }) => `update files set kept = true where key = ${key} and not kept and not doomed returning key`,
  returning<{ key: string }>(),
)

export async function findAvatar(
  { outbound, pictures }: ProfileDeps,
  read: Pick<PublicRead, 'principal' | 'policy' | 'dryRun'>,
  url: string | null | undefined,
): Promise<FoundAvatar> {
  const problem = await refusalOf(outbound, url, 'avatarUrl')
  // Whether there is a picture changes no answer: a dry run does not call the address.
  if (problem !== null || typeof url !== 'string' || read.dryRun) return { refusal: problem, key: null }
  try {
    return { refusal: null, key: await pictures.fromAddress(read, url) }
  } catch (error) {
    if (error instanceof TandemError) return { refusal: error, key: null }
    throw error
  }
}

/** The difference that the input makes, or null. Throws conflict when the handle is taken, or a text is another than the caller read. */
export async function profileChanges(reader: Reader, actor: ActorRow, input: ProfileInput): Promise<Changes<Profile> | null> {
  const { name, handle, avatarUrl } = actor
  refuseChangedTexts({ name, handle }, { name: input.ifName, handle: input.ifHandle })
  const changed = changes<Profile>({ name, handle, avatarUrl }, { name: input.name, handle: input.handle, avatarUrl: input.avatarUrl })
  if (changed?.columns.handle !== undefined) await refuseTakenHandle(reader, changed.columns.handle)
  return changed
}

/** In the place of the picture that was; null = none. Throws conflict when the sweep has taken the file. */
export async function putPicture(act: Pick<PrivateAct, 'send' | 'row'>, actorId: string, fileKey: string | null): Promise<void> {
  if (fileKey === null) return act.send(deletePicture({ actorId }))
  if (!(await act.row(keepFile({ key: fileKey })))) throw refusal('uploadTooSlow')
  act.send(writePicture({ actorId, fileKey }))
}

/**
 * To be called under the locks of the actor's boards. A handle is a key: writing one waits for every transaction that has made a row of
 * this actor, such as a notification, and those hold a board.
 */
export function saveProfile(act: Pick<PrivateAct, 'send'>, actorId: string, profile: Profile): void {
  act.send(writeProfile({ ...profile, id: actorId }))
}

export function recordProfile(
  boards: readonly Mutation<'member.profile_changed'>[],
  actorId: string,
  payload: Changes<Profile>['payload'],
): void {
  for (const board of boards) board.record('member.profile_changed', { actorId, ...payload })
}
