import type { Language } from './language.ts'

/** `A, B or C` as the language writes it: in Spanish the word depends on the name after it, as in `Ana u Olga`. */
export const oneOf = (language: Language, names: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(names)
