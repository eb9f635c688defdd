import { type ComponentType, createElement, use } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Loads again what has failed, by its component. */
const failed = new Set<() => Promise<void>>()

/** A component whose code is fetched when it is first rendered. Unlike that of `lazy`, a failed fetch can be repeated: `loadFailed`. */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  let loaded: Promise<{ default: ComponentType<P> }> | null = null
  const again = async () => {
    const part = load()
    await part
    loaded = part
  }
  const first = () => {
    const part = load()
    // The failed one stays until then: a new one with each render would be fetched in a circle.
    part.catch(() => failed.add(again))
    return part
  }
  return function LazyPart(props: P) {
    loaded ??= first()
    return createElement(use(loaded).default, props)
  }
}

export const hasFailed = (): boolean => failed.size > 0

/** Fetches again what could not be fetched. Returns false if that fails again. */
export async function loadFailed(): Promise<boolean> {
  const tries = [...failed]
  const results = await Promise.allSettled(tries.map((again) => again()))
  for (const [at, again] of tries.entries()) if (results[at]?.status === 'fulfilled') failed.delete(again)
  return failed.size === 0
}
