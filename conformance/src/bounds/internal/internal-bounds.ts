export type InternalBounds = readonly { reason: string; bounds: readonly string[] }[]
