import { useSyncExternalStore } from 'react'

/** The user's progress with their first agent, kept in this browser so that they can leave and return. Never contains the token itself. */
export type Progress = {
  boardId?: string
  agentId?: string
  agentName?: string
  tokenId?: string
  clientId?: string
  way?: 'token' | 'browser'
  /** When waiting for an agent that signs in in a browser began. */
  waitingSince?: string
  cardKey?: string
  dismissed?: boolean
}

const place = (meId: string): string => `tandem.start.${meId}`
const listeners = new Set<() => void>()
const nothing: Progress = {}
let kept: { meId: string; text: string; progress: Progress } | null = null

/** Returns the identical object until the stored text changes, as `useSyncExternalStore` requires. */
function progressOf(meId: string): Progress {
  const text = localStorage.getItem(place(meId)) ?? ''
  if (kept?.meId === meId && kept.text === text) return kept.progress
  kept = { meId, text, progress: parsed(text) }
  return kept.progress
}

function parsed(text: string): Progress {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : nothing
  } catch {
    return nothing
  }
}

function onProgress(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useProgress(meId: string): [Progress, (more: Progress) => void] {
  const progress = useSyncExternalStore(onProgress, () => progressOf(meId))
  const go = (more: Progress) => {
    localStorage.setItem(place(meId), JSON.stringify({ ...progressOf(meId), ...more }))
    for (const listener of listeners) listener()
  }
  return [progress, go]
}
