import type { News } from '@tandem/contract'
import { line } from '../terminal/terminal.ts'

/** The activities of others, each on a line of its own, with a line break before it. */
export const newsLines = ({ items }: News): string => items.map(({ text }) => `\n· ${line(text)}`).join('')
