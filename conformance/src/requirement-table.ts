/** A rule of the specification: its source, and what must hold. */
export type Requirement = { source: string; rule: string }
export type RequirementTable = Record<string, Requirement>
