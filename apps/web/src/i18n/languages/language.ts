import type { AreaTexts, Messages, TextsOf } from '../messages.ts'
import type { en as refusals } from '../refusals/en.ts'

/** The texts of one language. An area without texts in it does not compile. */
export type Language = {
  /** The texts that come with the app, for every screen. */
  app: Messages
  /** The texts that are loaded with the screens of an area. All keys of an area stand under its name. */
  areas: { [A in Area]: () => Promise<Areas[A]> }
}

type Areas = AreaTexts & { refusals: TextsOf<typeof refusals> }
export type Area = keyof Areas
