import { z } from 'zod'

/** What a board can be imported from. Specification: decisions §3. */
export const importSource = z.enum(['tandem', 'trello', 'csv'])
