/** What columns of a CSV file are taken for by their names, in any case and without spaces, dashes and underscores. Specification: decisions §3. */
const names = {
  title: ['title', 'name', 'card', 'cardname', 'summary', 'task', 'taskname', 'issue', 'subject'],
  description: ['description', 'desc', 'body', 'details', 'carddescription', 'notes'],
  list: ['list', 'listname', 'status', 'column', 'section', 'state', 'stage'],
  labels: ['labels', 'label', 'tags', 'tag'],
  due: ['due', 'duedate', 'deadline', 'dueat'],
  start: ['start', 'startdate', 'startat'],
  assignee: ['assignee', 'assignees', 'members', 'member', 'owner', 'assignedto'],
  priority: ['priority', 'urgency'],
  checklist: ['checklist', 'checklistitems', 'subtasks', 'todo'],
  completed: ['completed', 'completedat', 'done', 'complete', 'resolved'],
  archived: ['archived', 'archivedat', 'closed'],
  comment: ['comments', 'comment'],
  link: ['links', 'link', 'url', 'attachments', 'attachment'],
} as const satisfies Record<string, readonly string[]>

export type CsvColumn = keyof typeof names
export const csvColumns = Object.keys(names) as CsvColumn[]

/** Null when the name says none of them. */
export function csvColumnCalled(name: string): CsvColumn | null {
  const key = name.toLowerCase().replaceAll(/[\s_-]+/g, '')
  return csvColumns.find((column) => (names[column] as readonly string[]).includes(key)) ?? null
}
