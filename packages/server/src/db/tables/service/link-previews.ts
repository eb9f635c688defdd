import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const linkPreviews = pgTable('link_previews', {
  url: text('url').notNull(),
  title: text('title'),
  siteName: text('site_name'),
  description: text('description'),
  expiresAt: instant('expires_at').notNull(),
})

export type LinkPreviewRow = typeof linkPreviews.$inferSelect
