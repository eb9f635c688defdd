/** What is done with several cards at once. */
export const en = {
  label: 'Selected cards',
  selected: '{count} selected',
  progress: '{settled} of {of}',
  clear: 'Clear the selection',
  move: 'Move to …',
  assign: 'Assign',
  labels: 'Label',
  noLabels: 'This board has no labels yet.',
  priority: 'Priority',
  due: 'Due',
  complete: 'Complete',
  reopen: 'Reopen',
  archive: 'Archive',
  some: '{having} of {of}',
} as const
