import type { en } from './en.ts'
import type { en as settings } from './settings/en.ts'

/** The keys of a catalogue, whatever the language. */
export type TextsOf<T> = { [K in keyof T]: T[K] extends string ? string : TextsOf<T[K]> }

/** What comes with the app. */
export type Messages = TextsOf<typeof en>

declare module 'use-intl' {
  interface AppConfig {
    /** And what the areas add (areas.tsx). */
    Messages: Messages & { settings: TextsOf<typeof settings> }
  }
}
