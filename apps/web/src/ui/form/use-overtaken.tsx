import { type ReactNode, useState } from 'react'
import { textChangedIn } from '../../api/failure.ts'
import { Overtaken } from '../text/overtaken.tsx'
import type { Edits } from './use-edits.ts'

type Guarded<Key extends string> = {
  /**
   * Sends the changed texts, each with the one that its edit began from; `reread` loads the saved ones. Returns false if someone else has
   * changed one meanwhile: then nothing is saved until the author has chosen. `isAlso` tells whether a refusal is about a part of the form
   * that is no text, and shows it.
   */
  send: (call: () => Promise<unknown>, isAlso?: (failure: unknown) => boolean) => Promise<boolean>
  /** Says what someone else has saved in a field, and offers both; `words` puts it into words. */
  notice: (key: Key, words?: (theirs: string) => string) => ReactNode
}

/** For a form of texts that others can change while it is open. */
export function useOvertaken<T extends Record<string, string>>(
  edits: Edits<T>,
  reread: () => Promise<unknown>,
): Guarded<Extract<keyof T, string>> {
  type Key = Extract<keyof T, string>
  const [theirs, setTheirs] = useState<ReadonlyMap<Key, string>>(new Map())
  const settle = (key: Key) => setTheirs((before) => new Map([...before].filter(([one]) => one !== key)))
  return {
    async send(call, isAlso = () => false) {
      try {
        await call()
      } catch (failure) {
        const found = keysOf(edits.values).flatMap((key) => {
          const text = textChangedIn(failure, key)
          return text === null ? [] : [[key, text] as const]
        })
        if (!isAlso(failure) && found.length === 0) throw failure
        await reread()
        setTheirs(new Map(found))
        return false
      }
      setTheirs(new Map())
      await reread()
      return true
    },
    notice(key, words = (text) => text) {
      const text = theirs.get(key)
      if (text === undefined || !(key in edits.changed)) return null
      // Theirs becomes the base of the edit, so that saving again overwrites it deliberately.
      const onMine = () => {
        edits.beginAnew({ [key]: text } as Partial<T>)
        settle(key)
      }
      const onTheirs = () => {
        edits.forgetOne(key)
        settle(key)
      }
      return <Overtaken theirs={text === '' ? '' : words(text)} onMine={onMine} onTheirs={onTheirs} />
    },
  }
}

const keysOf = <T extends object>(values: T) => Object.keys(values) as Extract<keyof T, string>[]
