import { activity } from './requirements/activity.ts'
import { actors } from './requirements/actors.ts'
import { assignees } from './requirements/assignees.ts'
import { auth } from './requirements/auth.ts'
import { boards } from './requirements/boards.ts'
import { cards } from './requirements/cards.ts'
import { checklists } from './requirements/checklists.ts'
import { comments } from './requirements/comments.ts'
import { conventions } from './requirements/conventions.ts'
import { delegation } from './requirements/delegation.ts'
import { errors } from './requirements/errors.ts'
import { idempotency } from './requirements/idempotency.ts'
import { invitations } from './requirements/invitations.ts'
import { lists } from './requirements/lists.ts'
import { members } from './requirements/members.ts'
import { moves } from './requirements/moves.ts'
import { oauth } from './requirements/oauth.ts'
import { scopes } from './requirements/scopes.ts'
import { tokens } from './requirements/tokens.ts'

/** A rule of the specification: where it stands, and what must be so. */
export type Requirement = { source: string; rule: string }
export type RequirementTable = Record<string, Requirement>

const areas = [
  conventions,
  errors,
  idempotency,
  actors,
  auth,
  tokens,
  scopes,
  oauth,
  boards,
  lists,
  cards,
  moves,
  comments,
  checklists,
  assignees,
  delegation,
  members,
  invitations,
  activity,
]

/** Every rule of the specification by its id. */
export const requirements = {
  ...conventions,
  ...errors,
  ...idempotency,
  ...actors,
  ...auth,
  ...tokens,
  ...scopes,
  ...oauth,
  ...boards,
  ...lists,
  ...cards,
  ...moves,
  ...comments,
  ...checklists,
  ...assignees,
  ...delegation,
  ...members,
  ...invitations,
  ...activity,
}
export type RequirementId = keyof typeof requirements

const count = areas.reduce((sum, area) => sum + Object.keys(area).length, 0)
if (count !== Object.keys(requirements).length) throw new Error('a requirement id occurs in two areas')
