import { type AttributeColumn, attributeNames, cardAttributes } from './card-attributes.ts'

/** The meaning of CSV columns by their names, compared without case, spaces, dashes and underscores. Specification: decisions §3. */
const others = {
  title: ['title', 'name', 'card', 'cardname', 'summary', 'task', 'taskname', 'issue', 'subject'],
  description: ['description', 'desc', 'body', 'details', 'carddescription', 'notes'],
  list: ['list', 'listname', 'status', 'column', 'section', 'state', 'stage'],
  labels: ['labels', 'label', 'tags', 'tag'],
  assignee: ['assignee', 'assignees', 'members', 'member', 'owner', 'assignedto'],
  checklist: ['checklist', 'checklistitems', 'subtasks', 'todo'],
  completed: ['completed', 'completedat', 'done', 'complete', 'resolved'],
  archived: ['archived', 'archivedat', 'closed'],
  comment: ['comments', 'comment'],
  link: ['links', 'link', 'url', 'attachments', 'attachment'],
} as const satisfies Record<string, readonly string[]>

const ofAttributes = attributeNames.map((name): [string, readonly string[]] => {
  const { column, aliases } = cardAttributes[name].csv
  return [column, [column, ...aliases]]
})
const { title, description, ...rest } = others
const names: Record<CsvColumn, readonly string[]> = {
  title,
  description,
  ...(Object.fromEntries(ofAttributes) as Record<AttributeColumn, readonly string[]>),
  ...rest,
}

export type CsvColumn = keyof typeof others | AttributeColumn
export const csvColumns = Object.keys(names) as CsvColumn[]

/** Null for an unknown name. */
export function csvColumnCalled(name: string): CsvColumn | null {
  const key = name.toLowerCase().replaceAll(/[\s_-]+/g, '')
  return csvColumns.find((column) => names[column].includes(key)) ?? null
}
