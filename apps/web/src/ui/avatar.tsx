import { systemActorId } from '@tandem/contract'
import { useState } from 'react'
import { classes } from './classes.ts'

/** The id of a member or actor, by which a picture is looked up. */
export type Face = { name: string; kind: 'human' | 'agent'; avatarUrl?: string | null; actorId?: string; id?: string }

const sizes = {
  xs: 'size-4 text-[0.5rem]',
  sm: 'size-5 text-[0.5625rem]',
  md: 'size-6 text-[0.625rem]',
  lg: 'size-8 text-sm',
  xl: 'size-14 text-lg',
} as const

/** People are round. Agents are square with a mark at the corner, so that the kind of actor is visible without reading. */
export function Avatar({ face, size = 'md', title }: { face: Face; size?: keyof typeof sizes; title?: boolean }) {
  const agent = face.kind === 'agent'
  return (
    <span
      role="img"
      aria-label={face.name}
      title={title ? face.name : undefined}
      className={classes(
        // Without initials it has no baseline to align with.
        'relative inline-grid shrink-0 select-none align-top place-items-center font-semibold leading-none',
        sizes[size],
        agent ? 'rounded-sm bg-ink text-canvas' : `rounded-full ${tints[tintOf(face.name)]}`,
      )}
    >
      <Picture key={face.avatarUrl} face={face} />
      {agent && <span aria-hidden className="absolute -top-px -right-px size-[35%] rounded-bl-sm bg-accent ring-1 ring-surface" />}
    </span>
  )
}

/** Addresses of pictures that this page has loaded, or failed to load: neither flashes when it is shown again. */
const known = new Map<string, 'shown' | 'missing'>()

/** Initials until the picture is loaded, or if there is none. */
function Picture({ face }: { face: Face }) {
  const source = sourceOf(face)
  const [state, setState] = useState(source === null ? 'missing' : (known.get(source) ?? 'coming'))
  const learn = (found: 'shown' | 'missing') => () => {
    if (source !== null) known.set(source, found)
    setState(found)
  }
  return (
    <>
      {state !== 'shown' && <span aria-hidden>{initials(face.name)}</span>}
      {source !== null && state !== 'missing' && (
        <img
          src={source}
          alt=""
          decoding={state === 'shown' ? 'sync' : 'async'}
          draggable={false}
          onLoad={learn('shown')}
          onError={learn('missing')}
          className={classes('absolute inset-0 size-full rounded-[inherit] object-cover', state === 'coming' && 'opacity-0')}
        />
      )}
    </>
  )
}

/** The service itself serves every picture, including those from other sites, so that no other site learns who views a board. */
function sourceOf({ avatarUrl, actorId, id = actorId }: Face): string | null {
  if (!avatarUrl) return null
  if (avatarUrl.startsWith('/api/')) return avatarUrl
  return id === undefined ? null : `/api/actors/${id}/avatar?v=${encodeURIComponent(avatarUrl)}`
}

const tints = [
  'bg-working-soft text-working',
  'bg-done-soft text-done',
  'bg-awaiting-soft text-awaiting',
  'bg-queued-soft text-queued',
  'bg-accent-soft text-accent-strong',
  'bg-stale-soft text-stale',
] as const

function tintOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum % tints.length
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0]?.[0], words.length > 1 ? words.at(-1)?.[0] : '']
  return (first + last).toUpperCase()
}

/** The name and picture of an actor: a member, the service itself, or `otherwise` for an actor who has left. */
export function faceOf(members: readonly (Face & { actorId: string })[], actorId: unknown, otherwise: string): Face {
  if (actorId === systemActorId) return { name: 'Tandem', kind: 'agent' }
  return members.find((member) => member.actorId === actorId) ?? { name: otherwise, kind: 'human' }
}
