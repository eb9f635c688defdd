import type { en as agents } from './agents/en.ts'
import type { en as answer } from './answer/en.ts'
import type { en as archive } from './archive/en.ts'
import type { en as automation } from './automation/en.ts'
import type { en as bulk } from './bulk/en.ts'
import type { en as consent } from './consent/en.ts'
import type { en as dates } from './dates/en.ts'
import type { en as details } from './details/en.ts'
import type { en as editor } from './editor/en.ts'
import type { en } from './en.ts'
import type { en as find } from './find/en.ts'
import type { en as inbox } from './inbox/en.ts'
import type { en as insights } from './insights/en.ts'
import type { en as keys } from './keys/en.ts'
import type { en as mine } from './mine/en.ts'
import type { en as settings } from './settings/en.ts'
import type { en as start } from './start/en.ts'
import type { en as undo } from './undo/en.ts'
import type { en as views } from './views/en.ts'

/** The keys of a catalogue, in any language. */
export type TextsOf<T> = { [K in keyof T]: T[K] extends string ? string : TextsOf<T[K]> }

/** The texts that come with the app. */
export type Messages = TextsOf<typeof en>

/** The texts of the areas (languages/language.ts); those of `refusals` are looked up by reason alone. */
export type AreaTexts = {
  agents: TextsOf<typeof agents>
  answer: TextsOf<typeof answer>
  archive: TextsOf<typeof archive>
  automation: TextsOf<typeof automation>
  bulk: TextsOf<typeof bulk>
  consent: TextsOf<typeof consent>
  dates: TextsOf<typeof dates>
  details: TextsOf<typeof details>
  editor: TextsOf<typeof editor>
  find: TextsOf<typeof find>
  inbox: TextsOf<typeof inbox>
  insights: TextsOf<typeof insights>
  keys: TextsOf<typeof keys>
  mine: TextsOf<typeof mine>
  settings: TextsOf<typeof settings>
  start: TextsOf<typeof start>
  undo: TextsOf<typeof undo>
  views: TextsOf<typeof views>
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages & AreaTexts
  }
}
