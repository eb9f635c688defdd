/**
 * Whether this browser notifies of questions while the page is hidden. Permission is asked for by a click only, and the choice is stored.
 */
const place = 'tandem.tell'
type Choice = 'on' | 'later'

const listeners = new Set<() => void>()
const changed = (): void => {
  for (const listener of listeners) listener()
}

export function onTellingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type Telling = 'on' | 'offered' | 'later' | 'denied' | 'impossible'

/** `impossible`: the browser has no notifications, or the page is not served by TLS. */
export function telling(): Telling {
  if (!('Notification' in window) || !window.isSecureContext) return 'impossible'
  const choice = localStorage.getItem(place)
  if (choice === 'on') return Notification.permission === 'granted' ? 'on' : 'denied'
  return choice === 'later' ? 'later' : 'offered'
}

/** Pushed by the service if possible, so that questions also arrive while no page is open. Otherwise open pages notify. */
export async function startTelling(): Promise<void> {
  choose('on')
  const permission = await Notification.requestPermission()
  changed()
  // If the push service of a browser cannot be reached, its open pages notify.
  if (permission === 'granted') await import('./push.ts').then(({ startPush }) => startPush()).catch(() => undefined)
  changed()
}

export async function stopTelling(): Promise<void> {
  choose('later')
  changed()
  if (pushedHere.id() !== null) await (await import('./push.ts')).stopPush()
  changed()
}

/** The push device of this browser. Its id is read with every page; the code that registers one is loaded on demand. */
const pushPlace = 'tandem.push'
export const pushedHere = {
  id: (): string | null => localStorage.getItem(pushPlace),
  keep: (id: string): void => localStorage.setItem(pushPlace, id),
  /** The next person who signs in here is asked again. */
  forget(): void {
    localStorage.removeItem(pushPlace)
    if (localStorage.getItem(place) === 'on') localStorage.removeItem(place)
    changed()
  },
}

function choose(choice: Choice): void {
  localStorage.setItem(place, choice)
}
