import { type Entry, isTypedIn, type Step } from './entry.ts'
import { folded } from './matching.tsx'

type Steps = Record<Exclude<Step, 'root'>, (typed: string) => Entry[]>

/**
 * The values of commands that choose one, such as “Dark” of the appearance: they are found by their own names too, without the step. The
 * typed text has to name the value itself, or a command would be listed once for each of its values.
 */
export function valuesOf(commands: readonly Entry[], steps: Steps, typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  return commands.flatMap(({ step, group, text, also = '' }) => {
    if (!step || isTypedIn(step)) return []
    const named = steps[step]('').filter((value) => words.some((word) => folded(`${value.text} ${value.also ?? ''}`).includes(word)))
    return named.map((value) => ({ ...value, group, also: `${value.also ?? ''} ${text} ${also}`, hint: text.replace(/\s?…$/, '') }))
  })
}
