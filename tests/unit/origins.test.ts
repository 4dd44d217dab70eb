import { expect, it } from "vitest";
import { isOpenLine } from "@/server/origins";

it.each([
  ["postgres://parley:secret@db.example:5432/parley", true],
  ["postgresql://parley@10.0.0.4/parley?application_name=x", true],
  ["postgres://parley:secret@db.example:5432/parley?sslmode=verify-full", false],
  // Whoever writes so knows it.
  ["postgres://parley:secret@db:5432/parley?sslmode=disable", false],
  ["postgres://parley@localhost:5432/parley", false],
  ["postgres://parley@127.0.0.1/parley", false],
  ["postgres://parley@[::1]:5432/parley", false],
  ["postgres:///parley?host=/run/postgresql", false],
])("whether %s is an open line to another machine: %j", (address, open) => expect(isOpenLine(address)).toBe(open));
