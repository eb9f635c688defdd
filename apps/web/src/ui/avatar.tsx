import { systemActorId } from '@tandem/contract'
import { classes } from './classes.ts'

export type Face = { name: string; kind: 'human' | 'agent'; avatarUrl?: string | null }

const sizes = { xs: 'size-4 text-[0.5rem]', sm: 'size-5 text-[0.5625rem]', md: 'size-6 text-[0.625rem]', lg: 'size-8 text-sm' } as const

/** People are round. Agents are square, with a mark at the corner: who did something is seen before it is read. */
export function Avatar({ face, size = 'md', title }: { face: Face; size?: keyof typeof sizes; title?: boolean }) {
  const agent = face.kind === 'agent'
  return (
    <span
      role="img"
      aria-label={face.name}
      title={title ? face.name : undefined}
      className={classes(
        'relative inline-grid shrink-0 select-none place-items-center font-semibold leading-none',
        sizes[size],
        agent ? 'rounded-sm bg-ink text-canvas' : `rounded-full ${tints[tintOf(face.name)]}`,
      )}
    >
      <span aria-hidden>{initials(face.name)}</span>
      {agent && <span aria-hidden className="absolute -top-px -right-px size-[35%] rounded-bl-sm bg-accent ring-1 ring-surface" />}
    </span>
  )
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

/** Who did something on a board: a member, the service itself, or `otherwise` for an actor who has left. */
export function faceOf(members: readonly (Face & { actorId: string })[], actorId: unknown, otherwise: string): Face {
  if (actorId === systemActorId) return { name: 'Tandem', kind: 'agent' }
  return members.find((member) => member.actorId === actorId) ?? { name: otherwise, kind: 'human' }
}
