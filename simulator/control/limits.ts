// The limits of the control API.

/** The most bytes of a body. */
export const maxBodyBytes = 1 << 20
/** The most bytes of a body with a snapshot. */
export const maxSnapshotBytes = 1 << 27
/** How many entries a page of a list has. */
export const defaultPageLimit = 200
export const maxPageLimit = 10_000
/** The most characters of a URL. */
export const maxUrlCharacters = 2048
