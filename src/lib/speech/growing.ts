/** Numbers whose count is not known beforehand: room doubles, so that adding one costs the same however many there are. */
export class Growing {
  private room = new Float32Array(4096);
  length = 0;

  push(value: number): void {
    if (this.length === this.room.length) {
      const larger = new Float32Array(this.room.length * 2);
      larger.set(this.room);
      this.room = larger;
    }
    this.room[this.length++] = value;
  }

  /** Changes one that is there already. */
  set(at: number, value: number): void {
    if (at >= 0 && at < this.length) this.room[at] = value;
  }

  values(): Float32Array {
    return this.room.subarray(0, this.length);
  }
}
