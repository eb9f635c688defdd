import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import type { FileStore } from '../../files/store.ts'
import { prepared, type RunOf, type Steps } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { ownAgent } from './agents.ts'
import { lockBoardsOf } from './boards-of.ts'
import type { Picture, Pictures } from './pictures.ts'
import { putPicture, recordProfile, saveProfile } from './profile.ts'
import { ownActorOnWire, ownAgentOnWire } from './record.ts'

/** The picture of an actor: sent by the actor itself or by the owner of an agent, and shown to everyone who is signed in. Specification: decisions §2. */
const readActor = sql<ActorRow>('select * from actors where id = $1')

export function setOwnAvatar(pictures: Pictures): Steps<'me.setAvatar'> {
  return prepared<'me.setAvatar', Picture>(
    (read, input) => pictures.fromFile(read, input.file),
    async (act, _input, picture) => {
      const before = await act.row(readActor, [act.principal?.actorId ?? ''])
      if (!before) throw refusal('accountGone')
      return done(ownActorOnWire(await showPicture(act, before, picture)))
    },
    pictures.discard,
  )
}

/** The picture is made before it is known whose agent it is: the bytes of a stranger are discarded, as those of any refused upload. */
export function setAvatarOfAgent(pictures: Pictures): Steps<'agent.setAvatar'> {
  return prepared<'agent.setAvatar', Picture>(
    (read, input) => pictures.fromFile(read, input.file),
    async (act, input, picture) => done(ownAgentOnWire(await showPicture(act, await ownAgent(act, input.agentActorId), picture))),
    pictures.discard,
  )
}

async function showPicture(act: PrivateAct<'member.profile_changed'>, before: ActorRow, { key, version }: Picture): Promise<ActorRow> {
  // A version in the address: a browser keeps the picture, and asks for the next one.
  const avatarUrl = `/api/actors/${before.id}/avatar?v=${version}`
  const after = { ...before, avatarUrl }
  act.audit({ detail: { actorId: before.id, changed: ['avatarUrl'] } })
  const boards = await lockBoardsOf(act, before.id)
  await putPicture(act, before.id, key)
  saveProfile(act, before.id, after)
  recordProfile(boards, before.id, { avatarUrl, previous: { avatarUrl: before.avatarUrl } })
  return after
}

const readPicture = sql<{ fileKey: string }>('select file_key from avatars where actor_id = $1')
/** With a version in the address the picture there never changes. */
const keptForSeconds = 86_400

export function createAvatarReader(store: FileStore): RunOf<'actor.avatar'> {
  return async (read, { actorId, v }) => {
    const key = (await read.row(readPicture, [actorId]))?.fileKey
    if (!key) throw refusal('pictureMissing')
    const open = () => store.get(key)
    const shown = { filename: 'avatar.webp', contentType: 'image/webp', sizeBytes: null, inline: true, version: key, open }
    return { kind: 'file', file: v === undefined ? shown : { ...shown, keptForSeconds } }
  }
}
