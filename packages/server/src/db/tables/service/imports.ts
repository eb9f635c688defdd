import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const imports = pgTable('imports', {
  id: uuid('id').notNull(),
  actorId: uuid('actor_id').notNull(),
  state: text('state').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
  filename: text('filename').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  name: text('name'),
  fileKey: text('file_key'),
  mayAddMembers: boolean('may_add_members').notNull(),
  attempts: integer('attempts').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  dueAt: instant('due_at'),
  boardId: uuid('board_id'),
  done: integer('done').notNull().default(0),
  total: integer('total'),
  report: json('report'),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
  scopes: text('scopes').array(),
})
