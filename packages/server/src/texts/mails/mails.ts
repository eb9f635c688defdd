import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en, type MailTexts } from './en.ts'
import { es } from './es.ts'

export const mailTexts: Record<Language, MailTexts> = { en, de, es }
