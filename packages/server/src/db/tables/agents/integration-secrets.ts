import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const integrationSecrets = pgTable('integration_secrets', {
  integrationId: uuid('integration_id').notNull(),
  name: text('name').notNull(),
  sealed: text('sealed').notNull(),
  setAt: instant('set_at').notNull(),
})
