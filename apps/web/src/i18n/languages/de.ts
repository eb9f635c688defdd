import { de as app } from '../de.ts'
import type { Language } from './language.ts'

export const de: Language = {
  app,
  areas: {
    agents: async () => (await import('../agents/de.ts')).de,
    answer: async () => (await import('../answer/de.ts')).de,
    archive: async () => (await import('../archive/de.ts')).de,
    automation: async () => (await import('../automation/de.ts')).de,
    bulk: async () => (await import('../bulk/de.ts')).de,
    consent: async () => (await import('../consent/de.ts')).de,
    dates: async () => (await import('../dates/de.ts')).de,
    details: async () => (await import('../details/de.ts')).de,
    editor: async () => (await import('../editor/de.ts')).de,
    find: async () => (await import('../find/de.ts')).de,
    inbox: async () => (await import('../inbox/de.ts')).de,
    insights: async () => (await import('../insights/de.ts')).de,
    keys: async () => (await import('../keys/de.ts')).de,
    mine: async () => (await import('../mine/de.ts')).de,
    refusals: async () => (await import('../refusals/de.ts')).de,
    settings: async () => (await import('../settings/de.ts')).de,
    start: async () => (await import('../start/de.ts')).de,
    undo: async () => (await import('../undo/de.ts')).de,
    views: async () => (await import('../views/de.ts')).de,
  },
}
