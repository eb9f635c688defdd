import { z } from 'zod'

/** The sources from which a board can be imported. Specification: decisions §3. */
export const importSource = z.enum(['tandem', 'trello', 'csv'])
