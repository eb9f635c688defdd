import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en, type PageTexts } from './en.ts'
import { es } from './es.ts'

export const pageTexts: Record<Language, PageTexts> = { en, de, es }
