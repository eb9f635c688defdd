import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinted = false

/** Whether the page is being printed: then it shows everything. */
export const useIsPrinted = (): boolean => useSyncExternalStore(onPrint, () => isPrinted)

function onPrint(listener: () => void): () => void {
  // Rendered synchronously, because the browser prints as soon as the event was handled.
  const tell = ({ type }: Event) => {
    isPrinted = type === 'beforeprint'
    flushSync(listener)
  }
  for (const event of ['beforeprint', 'afterprint']) window.addEventListener(event, tell)
  return () => {
    for (const event of ['beforeprint', 'afterprint']) window.removeEventListener(event, tell)
  }
}
