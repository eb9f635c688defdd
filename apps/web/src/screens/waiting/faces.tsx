import type { Waits } from '@tandem/contract'
import { useQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import { membersQuery } from '../../api/queries.ts'
import { Avatar, type Face } from '../../ui/avatar.tsx'

type Actor = Waits['questions'][number]['agent']
export type FaceOf = (actor: Actor, kind: Face['kind']) => Face

/** The pictures of actors on these boards. Until the members of a board are read, initials stand in. */
export function useFaces(boardIds: readonly string[]): FaceOf {
  const members = useQueries({
    queries: [...new Set(boardIds)].map((boardId) => membersQuery(boardId)),
    combine: (found) => new Map(found.flatMap(({ data = [] }) => data).map((member) => [member.actorId, member])),
  })
  return ({ id, name }, kind) => members.get(id) ?? { id, name, kind }
}

/** People within a sentence. */
export function People({ people, faceOf }: { people: readonly Actor[]; faceOf: FaceOf }) {
  return people.map((person, at) => (
    <Fragment key={person.id}>
      {at > 0 && ', '}
      <Named face={faceOf(person, 'human')} />
    </Fragment>
  ))
}

/** A name with its picture, as part of a text. */
export function Named({ face }: { face: Face }) {
  return (
    <>
      <span aria-hidden className="mr-1 inline-block">
        <Avatar face={face} size="xs" />
      </span>
      {face.name}
    </>
  )
}
