/** A rotation as it is stored. */
export interface StoredRotation {
  readonly isAccepted: boolean;
  readonly acceptedUntil: Date;
}

/** Whether the present key is still right. A pile that has not answered may not know the new one, however long ago it was sent. */
export const isOldKeyRight = ({ isAccepted, acceptedUntil }: StoredRotation, now: Date): boolean => !isAccepted || acceptedUntil > now;

/** Whether another rotation may begin: the pile might otherwise be left with a key that nobody knows. */
export const mayRotate = (present: StoredRotation | undefined, now: Date): boolean => present === undefined || present.acceptedUntil <= now;
