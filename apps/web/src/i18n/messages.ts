import type { en } from './en.ts'

type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> }

/** What each language has to say: the keys of English. */
export type Messages = Texts<typeof en>

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
