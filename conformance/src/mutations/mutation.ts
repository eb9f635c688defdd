import type { RequirementId } from '../requirements.ts'

/** One way to break a rule: `find` stands exactly once in `file`; `scenarios` (narrowed by `title`) must notice. */
export type Mutation = {
  breaks: RequirementId
  file: string
  find: string
  replace: string
  scenarios: string
  title?: string
}
