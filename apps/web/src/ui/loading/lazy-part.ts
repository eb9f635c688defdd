import { type ComponentType, createElement, use } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Loads again what has failed, with the failure that rendering it throws. */
const failed = new Map<() => Promise<void>, unknown>()

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
    part.catch((failure: unknown) => failed.set(again, failure))
    return part
  }
  return function LazyPart(props: P) {
    loaded ??= first()
    return createElement(use(loaded).default, props)
  }
}

const failedBy = (failure: unknown) => [...failed].flatMap(([again, thrown]) => (thrown === failure ? [again] : []))

export const hasFailed = (failure: unknown): boolean => failedBy(failure).length > 0

/** Fetches again what could not be fetched and threw `failure`: another part may hang. Returns false if that fails again. */
export async function loadFailed(failure: unknown): Promise<boolean> {
  const load = async (again: () => Promise<void>) => {
    await again()
    failed.delete(again)
  }
  const results = await Promise.allSettled(failedBy(failure).map(load))
  return results.every(({ status }) => status === 'fulfilled')
}
