// Command linearizability checks histories of Hanabi games with porcupine.
//
// It reads a JSON array of operations from standard input and prints the games whose histories are not linearizable.
// The exit status is 0 if there are none, 1 if there are some, and 2 if the check did not finish.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// operation is one attempt of a client. `test_linearizability.py` writes it.
type operation struct {
	Game   string
	Client int
	Call   int64
	Return int64 // 0 for an operation whose outcome is unknown
	Kind   string
	// The version of a move: the one that it expected, or the one that it made.
	Version int
	// Whether the event after the expected version is this move. Such a move can have taken effect.
	Stored bool
}

// step returns the versions that a game can have after an operation at version `state`; none if it is impossible.
func step(state, input, _ interface{}) []interface{} {
	version, op := state.(int), input.(operation)
	same := []interface{}{version}
	next := []interface{}{version + 1}
	switch {
	case op.Kind == "read" && version == op.Version:
		return same
	case op.Kind == "moved" && version == op.Version-1:
		return next
	case op.Kind == "moved" && version >= op.Version && op.Stored: // a repeated move gets the first response
		return same
	case op.Kind == "conflict" && version > op.Version:
		return same
	case op.Kind == "refused":
		return same
	case op.Kind == "unknown" && op.Stored && version == op.Version:
		return []interface{}{version, version + 1}
	case op.Kind == "unknown":
		return same
	}
	return nil
}

func partition(history []porcupine.Operation) [][]porcupine.Operation {
	games := map[string][]porcupine.Operation{}
	for _, op := range history {
		game := op.Input.(operation).Game
		games[game] = append(games[game], op)
	}
	var parts [][]porcupine.Operation
	for _, part := range games {
		parts = append(parts, part)
	}
	return parts
}

func main() {
	var operations []operation
	if err := json.NewDecoder(os.Stdin).Decode(&operations); err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	history := make([]porcupine.Operation, len(operations))
	for i, op := range operations {
		end := op.Return
		if end == 0 {
			end = math.MaxInt64
		}
		history[i] = porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Call, Return: end}
	}
	model := porcupine.NondeterministicModel{
		Init: func() []interface{} { return []interface{}{0} },
		Step: step,
	}
	status := 0
	for _, game := range partition(history) {
		found := porcupine.CheckOperationsTimeout(model.ToModel(), game, time.Minute)
		if found == porcupine.Ok {
			continue
		}
		fmt.Println(found, game[0].Input.(operation).Game)
		if found == porcupine.Unknown {
			status = 2
		} else if status == 0 {
			status = 1
		}
	}
	os.Exit(status)
}
